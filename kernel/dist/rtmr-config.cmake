# The package rtmr: target rtmr::rtmr. Paths are relative to this file, so an installation may be
# moved.
#
# The library has the settings of the installed rtmr_config.h. A program that defines a setting that
# there is not, or another value of one, does not find the package. Only what stands before
# find_package() is seen: CMake's variables, flags for all of the directory, and its
# add_compile_definitions(). rtmr_init() refuses other values at run time.
include("${CMAKE_CURRENT_LIST_DIR}/rtmr-settings.cmake")
get_filename_component(_rtmr_header "${CMAKE_CURRENT_LIST_DIR}/../../../include/rtmr/rtmr_config.h" ABSOLUTE)
rtmr_given_settings(_rtmr_given)
foreach(_rtmr_setting IN LISTS _rtmr_given)
    string(REPLACE "=" " " _rtmr_wanted "#define ${_rtmr_setting}")
    string(REGEX REPLACE "=.*" "" _rtmr_name "${_rtmr_setting}")
    file(STRINGS "${_rtmr_header}" _rtmr_line REGEX "^#define ${_rtmr_name} ")
    if(NOT _rtmr_line STREQUAL _rtmr_wanted)
        set(rtmr_FOUND FALSE)
        set(rtmr_NOT_FOUND_MESSAGE "${_rtmr_setting}: ${_rtmr_header} has '${_rtmr_line}'")
    endif()
endforeach()
unset(_rtmr_given)
unset(_rtmr_header)
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
