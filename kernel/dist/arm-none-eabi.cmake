# A toolchain for CMake: Cortex-M with arm-none-eabi-gcc.
#
#     cmake -DCMAKE_TOOLCHAIN_FILE=.../arm-none-eabi.cmake -DARM_CPU=cortex-m4 ...
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)

set(ARM_CPU cortex-m0plus CACHE STRING "The processor, as of gcc's -mcpu")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ARM_CPU)

set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
foreach(_language C CXX ASM)
    set(CMAKE_${_language}_FLAGS_INIT "-mcpu=${ARM_CPU} -mthumb -ffunction-sections -fdata-sections")
endforeach()
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--gc-sections")

# A program for a board needs the board's start-up code; CMake's own trials have none.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
