#!/bin/sh
# Compiles and runs tests by the JDK's own tools: java.sh check | build | test [--exercise] | warm
set -eu
folder=$PROCTOR_FOLDER
share=/usr/share/java

# The libraries of Debian's junit5 and libassertj-core-java, and with them JUnit 4 where it is installed.
libraries=
for jar in junit-jupiter-api junit-jupiter-params junit-jupiter-engine junit-platform-commons junit-platform-engine \
    junit-platform-launcher opentest4j apiguardian-api univocity-parsers assertj-core; do
    if [ ! -e "$share/$jar.jar" ]; then
        echo "$share/$jar.jar isn't there: install Debian's junit5 and libassertj-core-java." >&2
        exit 127
    fi
    libraries=$libraries${libraries:+:}$share/$jar.jar
done
for jar in junit4 hamcrest junit-vintage-engine; do
    if [ -e "$share/junit4.jar" ] && [ -e "$share/$jar.jar" ]; then libraries=$libraries:$share/$jar.jar; fi
done

# compile_reporter DIRECTORY: makes its reporter.jar.
compile_reporter() {
    work=$(mktemp -d)
    mkdir -p "$work/META-INF/services"
    echo proctor.Gate >"$work/META-INF/services/org.junit.jupiter.api.extension.Extension"
    javac -nowarn -proc:none -encoding UTF-8 -d "$work" -cp "$libraries" "$folder"/proctor/*.java
    jar --create --file "$1/reporter.jar" -C "$work" .
    rm -rf "$work"
}

# run_java REPORTER OPTIONS WORDS: the reporter, whose input is the channel.
run_java() {
    reporter=$1
    shift
    channel=${PROCTOR_CHANNEL:-}
    unset PROCTOR_CHANNEL
    # (Asked for its stacks, where a test hangs, the JVM would print them among what the test prints.)
    exec java -Xlog:disable -XX:+DisplayVMOutputToStderr -Xmx512m -XX:+UseSerialGC -Dfile.encoding=UTF-8 \
        -cp "$reporter:$libraries:$PROCTOR_PRIVATE/classes" "$@" <<END
$channel
END
}

prepared=${PROCTOR_PREPARED:-}
case $1 in
check) command -v java javac jar >/dev/null ;;
build)
    mkdir -p "$PROCTOR_PRIVATE/classes"
    set --
    for directory in ./src/main/java ./src/test/java; do
        if [ -d "$directory" ]; then set -- "$@" "$directory"; fi
    done
    if [ $# -eq 0 ]; then
        echo "There is no src/main/java and no src/test/java." >&2
        exit 1
    fi
    if [ -e "$prepared/javac.jsa" ]; then archive=-J-XX:SharedArchiveFile=$prepared/javac.jsa; else archive=-J-Xshare:auto; fi
    # What the compiler says at its end of how much it has said is nobody's help.
    find "$@" -maxdepth 10 -name '*.java' -exec javac -J-Xlog:disable -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 "$archive" -nowarn \
        -proc:none -encoding UTF-8 -d "$PROCTOR_PRIVATE/classes" -cp "$libraries" {} + 2>"$PROCTOR_PRIVATE/javac.txt" || {
        grep -v -E '^([0-9]+ (errors?|warnings?)|Note: .*)$' "$PROCTOR_PRIVATE/javac.txt" >&2
        exit 1
    }
    if [ ! -e "$prepared/reporter.jar" ]; then compile_reporter "$PROCTOR_PRIVATE"; fi
    ;;
test)
    shift
    if [ ! -e "$prepared/reporter.jar" ]; then prepared=$PROCTOR_PRIVATE; fi
    if [ -e "$prepared/java.jsa" ]; then archive=-XX:SharedArchiveFile=$prepared/java.jsa; else archive=-Xshare:auto; fi
    run_java "$prepared/reporter.jar" "$archive" proctor.Reporter "$PROCTOR_PRIVATE/classes" "$@"
    ;;
warm)
    # The reporter, and archives of the classes that it and the compiler load: with them both start in half the time.
    compile_reporter "$prepared"
    PROCTOR_PRIVATE=$(mktemp -d)
    javac -J-Xlog:disable -J-XX:+UseSerialGC -J-XX:ArchiveClassesAtExit="$prepared/javac.jsa" -nowarn -proc:none \
        -d "$PROCTOR_PRIVATE" -cp "$libraries" "$folder"/proctor/*.java
    rm -rf "$PROCTOR_PRIVATE"   # of directories there may be nothing in an archive
    (run_java "$prepared/reporter.jar" -XX:ArchiveClassesAtExit="$prepared/java.jsa" proctor.Reporter "$prepared/reporter.jar") >/dev/null || [ $? -eq 1 ]   # one test fails
    ;;
esac
