# The package rtmr: target rtmr::rtmr. Paths are relative to this file, so an installation may be moved.
if(NOT TARGET rtmr::rtmr)
    get_filename_component(_rtmr_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
    add_library(rtmr::rtmr STATIC IMPORTED)
    set_target_properties(rtmr::rtmr PROPERTIES
        IMPORTED_LOCATION "${_rtmr_prefix}/lib/librtmr.a"
        INTERFACE_INCLUDE_DIRECTORIES "${_rtmr_prefix}/include/rtmr")
    unset(_rtmr_prefix)
endif()
