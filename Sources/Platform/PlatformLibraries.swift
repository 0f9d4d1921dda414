internal import CCurl
internal import CSodium
internal import TLS

/// The C libraries this module runs on, as loaded.
package enum PlatformLibraries {
    /// Name and version of each.
    package static var versions: [String] {
        [
            unsafe "libcurl " + String(cString: curl_version_info(CURLVERSION_TENTH).pointee.version),
            TLSContext.library,
            unsafe "libsodium " + String(cString: sodium_version_string()),
        ]
    }
}
