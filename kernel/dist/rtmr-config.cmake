# The package rtmr: target rtmr::rtmr. Paths are relative to this file, so an installation may be
# moved.
#
# The library has the settings of the installed rtmr_config.h. A program that defines an
# RTMR_WITH_... that there is not, or another value of a setting, does not find the package. Only
# what stands before find_package() is seen: CMake's variables, flags for all of the directory, and
# its add_compile_definitions(). rtmr_init() refuses other values at run time.
get_filename_component(_rtmr_header "${CMAKE_CURRENT_LIST_DIR}/../../../include/rtmr/rtmr_config.h" ABSOLUTE)
get_directory_property(_rtmr_defined COMPILE_DEFINITIONS)
string(REGEX MATCHALL "-D *RTMR_[A-Za-z0-9_=]+" _rtmr_flags "${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS}")
get_cmake_property(_rtmr_variables VARIABLES)
list(FILTER _rtmr_variables INCLUDE REGEX "^RTMR_WITH_")
foreach(_rtmr_name IN LISTS _rtmr_variables)
    list(APPEND _rtmr_defined "${_rtmr_name}=${${_rtmr_name}}")
endforeach()
foreach(_rtmr_setting IN LISTS _rtmr_defined _rtmr_flags)
    string(REGEX REPLACE "^-D *" "" _rtmr_setting "${_rtmr_setting}")
    if(_rtmr_setting MATCHES "^(RTMR_(SLOTS|JOBS|TASKS|TICK_BITS|WITH_[A-Za-z0-9_]*))(=(.*))?$")
        set(_rtmr_name "${CMAKE_MATCH_1}")
        set(_rtmr_value "${CMAKE_MATCH_4}")
        if(NOT CMAKE_MATCH_3)
            set(_rtmr_value 1)
        endif()
        file(STRINGS "${_rtmr_header}" _rtmr_line REGEX "^#define ${_rtmr_name} ")
        if(NOT _rtmr_line STREQUAL "#define ${_rtmr_name} ${_rtmr_value}")
            set(rtmr_FOUND FALSE)
            set(rtmr_NOT_FOUND_MESSAGE "${_rtmr_setting}: ${_rtmr_header} has '${_rtmr_line}'")
        endif()
    endif()
endforeach()
unset(_rtmr_defined)
unset(_rtmr_flags)
unset(_rtmr_header)
unset(_rtmr_variables)
if(rtmr_NOT_FOUND_MESSAGE AND NOT rtmr_FOUND)
    return()
endif()
if(NOT TARGET rtmr::rtmr)
    get_filename_component(_rtmr_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
    add_library(rtmr::rtmr STATIC IMPORTED)
    set_target_properties(rtmr::rtmr PROPERTIES
        IMPORTED_LOCATION "${_rtmr_prefix}/lib/librtmr.a"
        INTERFACE_INCLUDE_DIRECTORIES "${_rtmr_prefix}/include/rtmr")
    unset(_rtmr_prefix)
endif()
