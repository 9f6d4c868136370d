package require tcltest
namespace import tcltest::*
source directory.tcl

test resolve-1 {finds one person by username} -body {
    llength [directory::resolve benbrook]
} -result 1

test providers-1 {the person has disclosed accounts} -body {
    expr {[llength [directory::providers [lindex [directory::resolve benbrook] 0]]] > 0}
} -result 1

test resolve-2 {finds nobody} -body {
    directory::resolve nobody-has-this-name
} -result {}

set failed $tcltest::numTests(Failed)
cleanupTests
exit [expr {$failed > 0}]
