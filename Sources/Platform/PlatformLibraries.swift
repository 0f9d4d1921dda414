internal import CCurl
internal import CSodium

/// The C libraries this module runs on, as loaded.
package enum PlatformLibraries {
    /// Name and version of each.
    package static var versions: [String] {
        [
            unsafe "libcurl " + String(cString: curl_version_info(CURLVERSION_TENTH).pointee.version),
            unsafe "libsodium " + String(cString: sodium_version_string()),
        ]
    }
}
