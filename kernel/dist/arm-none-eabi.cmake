# A toolchain for CMake, 3.19 or later: Cortex-M with arm-none-eabi-gcc.
#
#     cmake -DCMAKE_TOOLCHAIN_FILE=.../arm-none-eabi.cmake -DARM_CPU=cortex-m4 ...
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)

set(ARM_CPU cortex-m0plus CACHE STRING "The processor, as of gcc's -mcpu")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ARM_CPU)

# The processor is part of the compiler's name, so that flags of the user add to it.
set(CMAKE_C_COMPILER arm-none-eabi-gcc -mcpu=${ARM_CPU} -mthumb)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++ -mcpu=${ARM_CPU} -mthumb)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc -mcpu=${ARM_CPU} -mthumb)

# A program for a board needs the board's start-up code; CMake's own trials have none.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
