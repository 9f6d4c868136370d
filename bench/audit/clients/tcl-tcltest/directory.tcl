# Who is behind a name, and what that person has disclosed.
package require http
package require json

namespace eval directory {
    variable token ""
    variable pauses {100 250 600}
}

proc directory::resolve {name} {
    set found [call /institutions/me/credentials/resolve?[http::formatQuery q $name]]
    return [lsort -unique [lmap one [dict get $found credentials] {dict get $one partyId}]]
}

proc directory::providers {party} {
    return [lsort -unique [lmap one [call /institutions/me/credentials/[http::mapReply $party]] {dict get $one provider}]]
}

proc directory::call {path} {
    variable token
    foreach isLast {0 1} {
        if {$token eq ""} login
        lassign [repeat $::env(ID_EMULATOR_API_URL)$path -headers [list Authorization "Bearer $token"]] status body
        if {$status == 200} {return $body}
        if {$status == 401} {set token ""}
        if {$status != 401 || $isLast} {error "$path: status $status"}
    }
}

proc directory::login {} {
    variable token
    set form [http::formatQuery grant_type client_credentials \
        client_id $::env(ID_EMULATOR_CLIENT_ID) client_secret $::env(ID_EMULATOR_CLIENT_SECRET)]
    lassign [repeat $::env(ID_EMULATOR_TOKEN_URL) -query $form] status body
    if {$status != 200} {error "no access token: status $status"}
    set token [dict get $body access_token]
}

# Sends a request that may be repeated. Returns the status and the parsed body.
proc directory::repeat {url args} {
    variable pauses
    foreach pause [concat $pauses last] {
        lassign [once $url {*}$args] status body wait
        if {$status > 0 && $status < 500 && $status != 429} {return [list $status $body]}
        if {$pause eq "last"} break
        if {$wait ne ""} {set pause [expr {1000 * $wait}]}
        after $pause
    }
    error "$url: [expr {$status == 0 ? $body : "status $status"}]"
}

proc directory::once {url args} {
    if {[catch {http::geturl $url -timeout 2000 {*}$args} reply]} {return [list 0 $reply ""]}
    try {
        if {[http::status $reply] ne "ok"} {return [list 0 "connection: [http::status $reply]" ""]}
        set status [http::ncode $reply]
        if {$status != 200} {return [list $status "" [waitOf [http::meta $reply]]]}
        upvar #0 $reply state
        if {$state(totalsize) > 0 && $state(currentsize) < $state(totalsize)} {return {0 "the body is cut off" ""}}
        return [list 200 [json::json2dict [http::data $reply]] ""]
    } on error message {
        return [list 0 $message ""]
    } finally {
        http::cleanup $reply
    }
}

proc directory::waitOf {headers} {
    foreach {name value} $headers {
        if {![string equal -nocase $name Retry-After]} continue
        if {[string is digit -strict $value]} {return $value}
        return [expr {max(0, [clock scan $value -gmt 1] - [clock seconds] + 1)}]
    }
    return ""
}
