// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built alike: warnings are errors and every unsafe use is written out.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Pixel loops run on the 256-bit vectors that every x86 server since 2015 has; the same pixels give the same numbers
/// without. `TORII_PORTABLE=1 swift build` builds for older ones.
#if arch(x86_64)
let vectors: [SwiftSetting] =
    Context.environment["TORII_PORTABLE"] == nil
    ? [.unsafeFlags(["-Xcc", "-march=x86-64-v3"]), .define("NEEDS_AVX2")] : []
#else
let vectors: [SwiftSetting] = []
#endif

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ module: String, _ more: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(module)Tests",
        dependencies: [.byName(name: module), "TestSupport"] + more,
        swiftSettings: strict
    )
}

let package = Package(
    name: "torii",
    // Of the library for apps; the server runs on Linux.
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .executable(name: "torii", targets: ["torii"]),
        .library(name: "ToriiClient", targets: ["ToriiClient"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(
            name: "CImaging",
            cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"])],
            linkerSettings: ["jpeg", "spng", "z", "webp", "heif", "lcms2"].map { .linkedLibrary($0) }
        ),
        module("Economics"),
        module("Documents"),
        module("Policy", ["Documents", "Economics"]),
        module("Revenue", ["Documents", "Economics"]),
        module("Backtest", ["Policy", "Economics"]),
        module("Devices", ["Policy", "Documents", "Economics"]),
        // For apps: nothing below it has an unsafe flag, which other packages could not build.
        module("ToriiClient", ["Devices", "Policy", "Documents", "Economics"]),
        // Without optimisation pixel loops and replays of whole weeks would make every test wait for them.
        .target(
            name: "Control",
            dependencies: ["Policy", "Economics"],
            swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
        ),
        .target(
            name: "Gate",
            swiftSettings: strict + vectors + [.unsafeFlags(["-O"], .when(configuration: .debug))]
        ),
        module("TLS", ["COpenSSL"]),
        module("Platform", ["CCurl", "CLinux", "CSodium", "TLS", "Economics"]),
        module("Terminal", ["Platform"]),
        module("Imaging", ["CImaging", "Gate", "Platform"]),
        .target(
            name: "OwnPictures",
            dependencies: ["Gate", "Platform"],
            swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
        ),
        module("Gemini", ["Platform", "Documents", "Policy", "Economics"]),
        module("Ledger", ["Platform", "Backtest", "Revenue", "Policy", "Economics"]),
        module("SQLiteLedger", ["CSQLite", "Ledger", "Platform", "Backtest", "Revenue", "Policy", "Economics"]),
        module(
            "Server",
            [
                "Platform", "Documents", "Imaging", "Gate", "OwnPictures", "Policy", "Backtest", "Devices", "Control",
                "Gemini",
                "Ledger", "Revenue", "Economics", "Terminal",
            ]
        ),
        module("Emulator", ["Platform", "Documents", "Imaging", "Gate", "Economics"]),
        module(
            "Workbench",
            [
                "Server", "SQLiteLedger", "Ledger", "Gemini", "Imaging", "Gate", "OwnPictures", "Control", "Policy",
                "Documents", "Economics", "Platform",
            ]
        ),
        .executableTarget(
            name: "torii",
            dependencies: [
                "Server", "Workbench", "Emulator", "Ledger", "SQLiteLedger", "Gemini", "Imaging", "Gate", "OwnPictures",
                "Control",
                "Policy",
                "Backtest", "Devices", "Revenue", "Documents", "Economics", "Platform", "Terminal",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "decode-bench",
            dependencies: ["Imaging", "Gate", "CImaging", "Platform"],
            path: "Benchmarks/decode",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "gemini-bench",
            dependencies: [
                "Gemini", "Server", "Ledger", "SQLiteLedger", "Emulator", "Platform", "Policy", "Documents",
                "Economics", "Imaging",
                "Gate",
            ],
            path: "Benchmarks/gemini",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "gate-measure",
            dependencies: ["Gate", "Imaging", "OwnPictures", "Platform", "Policy"],
            path: "Benchmarks/gate",
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport",
            dependencies: ["Platform", "Economics", "Gate"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        tests("Economics"),
        tests("Documents"),
        tests("Revenue", ["Documents", "Economics"]),
        tests("Policy", ["Backtest", "Devices", "Documents", "Economics"]),
        tests("Control", ["Policy", "Economics"]),
        tests("Gate", ["Imaging", "OwnPictures"]),
        tests("Workbench", ["Control", "Gate", "Platform"]),
        tests("Platform", ["Economics"]),
        tests("Terminal"),
        tests("Imaging", ["Gate"]),
        tests("Gemini", ["Emulator", "Platform", "Documents", "Policy", "Economics"]),
        tests("Ledger", ["SQLiteLedger", "Backtest", "Revenue", "Policy", "Economics", "Platform"]),
        tests(
            "Server",
            [
                "Emulator", "Platform", "Documents", "Imaging", "Gate", "OwnPictures", "Policy", "Backtest", "Devices",
                "Gemini",
                "Ledger", "SQLiteLedger", "Revenue", "Economics",
            ]
        ),
        tests("ToriiClient", ["Devices", "Policy", "Documents", "Economics", "Platform"]),
        tests("Emulator", ["Platform", "Documents", "Imaging", "Gate", "Economics"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "torii", "ToriiClient", "TestSupport", "Platform", "Documents", "Economics", "Policy", "Ledger",
                "SQLiteLedger",
                "Gate",
                "Imaging",
            ],
            swiftSettings: strict
        ),
    ]
)
