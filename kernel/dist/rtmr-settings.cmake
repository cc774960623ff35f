# Which settings of the kernel a program gives, and which of them there are not. What stands in a
# target's own definitions, or behind the call, is not seen.

# rtmr_given_settings(OUT): NAME=VALUE of every setting among the variables, the flags and the
# definitions of the directory.
function(rtmr_given_settings out)
    get_directory_property(given COMPILE_DEFINITIONS)
    string(REGEX MATCHALL "-D *RTMR_[A-Za-z0-9_=]+" flags "${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS}")
    list(APPEND given ${flags})
    get_cmake_property(names VARIABLES)
    list(FILTER names INCLUDE REGEX "^RTMR_(SLOTS|JOBS|TASKS|TICK_BITS|WITH_[A-Za-z0-9_]*)$")
    foreach(name IN LISTS names)
        list(APPEND given "${name}=${${name}}")
    endforeach()
    set(found "")
    foreach(setting IN LISTS given)
        string(REGEX REPLACE "^-D *" "" setting "${setting}")
        if(setting MATCHES "^RTMR_[A-Za-z0-9_]*$")
            list(APPEND found "${setting}=1")
        elseif(setting MATCHES "^RTMR_")
            list(APPEND found "${setting}")
        endif()
    endforeach()
    list(REMOVE_DUPLICATES found)
    set(${out} "${found}" PARENT_SCOPE)
endfunction()

# rtmr_unknown_settings(HEADER OUT SETTING...): those whose names the header does not have.
function(rtmr_unknown_settings header out)
    set(unknown "")
    foreach(setting IN LISTS ARGN)
        string(REGEX REPLACE "=.*" "" name "${setting}")
        file(STRINGS "${header}" line REGEX "^#ifndef ${name}( |$)")
        if(NOT line)
            list(APPEND unknown "${setting}")
        endif()
    endforeach()
    set(${out} "${unknown}" PARENT_SCOPE)
endfunction()
