#!/bin/sh
# Compiles once, then runs the tests.
set -e
cd "$(dirname "$0")"
libs=/usr/share/java
path=$libs/junit-jupiter-api.jar:$libs/junit-jupiter-engine.jar:$libs/junit-platform-commons.jar:$libs/junit-platform-engine.jar:$libs/junit-platform-launcher.jar:$libs/junit-platform-console.jar:$libs/junit-platform-reporting.jar:$libs/opentest4j.jar:$libs/apiguardian-api.jar:$libs/picocli.jar:$libs/univocity-parsers.jar:$libs/gson.jar
if [ ! -d out ] || [ -n "$(find . -name '*.java' -newer out)" ]; then javac -d out -cp "$path" *.java && touch out; fi
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "out:$path" org.junit.platform.console.ConsoleLauncher --scan-classpath out --disable-banner --details=tree --disable-ansi-colors
