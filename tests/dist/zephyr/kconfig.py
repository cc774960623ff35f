"""kconfig.py MODULE PRJ_CONF OUTPUT: what Zephyr makes of a module's module.yml and Kconfig and of
an application's configuration: OUTPUT/autoconf.h and config.cmake. As there, a warning is an error.
Prints the folder of the module's CMakeLists.txt."""
import os
import pathlib
import sys

import kconfiglib
import yaml


def main():
    module, configuration, output = (pathlib.Path(word) for word in sys.argv[1:])
    build = yaml.safe_load((module / "zephyr/module.yml").read_text())["build"]
    os.environ["MODULE"] = str(module / build["kconfig"])
    symbols = kconfiglib.Kconfig(str(pathlib.Path(__file__).with_name("Kconfig")), warn_to_stderr=False)
    symbols.warn_assign_undef = True
    symbols.load_config(str(configuration))
    for symbol in symbols.unique_defined_syms:
        if symbol.user_value is not None and symbol.str_value != (
                kconfiglib.TRI_TO_STR[symbol.user_value] if symbol.orig_type == kconfiglib.BOOL else symbol.user_value):
            symbols.warnings.append(f"{symbol.name} was given {symbol.user_value}, and has {symbol.str_value}")
    if symbols.warnings:
        print("\n".join(symbols.warnings), file=sys.stderr)
        return 1
    symbols.write_autoconf(str(output / "autoconf.h"))
    (output / "config.cmake").write_text("".join(
        f'set(CONFIG_{symbol.name} "{symbol.str_value}")\n' for symbol in symbols.unique_defined_syms
        if symbol.str_value != "n"))
    print(build["cmake"], end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
