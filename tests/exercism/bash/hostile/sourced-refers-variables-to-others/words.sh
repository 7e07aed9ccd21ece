declare -gn got=wanted
say() { printf '%s\n' "${@/first/wanted}"; }
