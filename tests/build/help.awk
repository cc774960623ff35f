# Prints the targets of Makefiles by group: awk -v order='GROUP...' -f help.awk FILE...
# A target is listed if the line of its rule has a comment `## GROUP: TEXT`.
match($0, /^[a-z-]+:.*## [A-Z][a-z]+: /) {
    target = $0
    sub(/:.*/, "", target)
    group = substr($0, 1, RLENGTH - 2)
    sub(/.*## /, "", group)
    targets[group] = targets[group] sprintf("  make %-21s%s\n", target, substr($0, RLENGTH + 1))
}

END {
    count = split(order, groups, " ")
    for (i = 1; i <= count; i++) {
        printf "%s%s:\n%s", (i > 1 ? "\n" : ""), groups[i], targets[groups[i]]
        delete targets[groups[i]]
    }
    for (group in targets) {
        printf "\n%s:\n%s", group, targets[group]
    }
}
