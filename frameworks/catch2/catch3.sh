# Sourced by the scripts here (POSIX sh). Sets catch3 to the prefix of an installed Catch2 3, or to nothing.
for catch3 in /usr/local /usr /opt/catch2 /opt/Catch2 ''; do
    [ -f "$catch3/include/catch2/catch_version_macros.hpp" ] && break
done

# What a compiled listener is good for: this compiler and this Catch2.
listener_made_for() {
    g++ -dumpfullversion -dumpmachine
    cat "$catch3/include/catch2/catch_version_macros.hpp" "$catch3/include/catch2/catch_user_config.hpp"
}
