package import Economics

/// A table with a heading, read as RFC 4180 says: UTF-8 or UTF-16 with or without a byte order mark, cells between commas,
/// semicolons or tabs, in quotes where they hold one of these or a line break.
package struct CSVTable: Sendable {
    package struct Line: Sendable {
        /// From 1, as an editor counts records: the heading is 1.
        package let number: Int
        let name: String
        let heading: [String]
        let cells: [String]

        package subscript(column: Int) -> String { column < cells.count ? cells[column] : "" }

        package func wrong(_ column: Int, _ expected: String) -> RevenueError {
            RevenueError(
                .field,
                "\(name), line \(number): \(heading[column]) must be \(expected), found `\(self[column].prefix(60))`"
            )
        }

        /// `2026-11-30`, or `20261130`.
        package func date(_ column: Int) throws(RevenueError) -> CivilDate {
            guard let date = RevenueValue.date(self[column]) else { throw wrong(column, "a day such as 2026-11-30") }
            return date
        }

        package func integer(_ column: Int) throws(RevenueError) -> Int64 {
            guard let value = RevenueValue.integer(self[column]) else { throw wrong(column, "a whole number") }
            return value
        }

        /// A decimal number in units of 10 to the minus `decimals`; finer digits are rounded to the nearest, ties to even.
        package func decimal(_ column: Int, decimals: Int) throws(RevenueError) -> Int64 {
            guard let value = RevenueValue.decimal(self[column], decimals: decimals) else {
                throw wrong(column, "a decimal number such as 64.31")
            }
            return value
        }
    }

    package let name: String
    package let heading: [String]
    package let rows: [Line]

    /// Throws `syntax` for bytes that are no text, an open quote, or no heading.
    package init(_ bytes: [UInt8], name: String) throws(RevenueError) {
        guard let text = RevenueText.decoded(bytes) else {
            throw RevenueError(.syntax, "\(name) is neither UTF-8 nor UTF-16 text")
        }
        let scalars = Array(text.unicodeScalars)
        let records = try Self.records(scalars, separator: Self.separator(of: scalars), name: name)
        guard let heading = records.first else { throw RevenueError(.syntax, "\(name) is empty") }
        self.name = name
        let names = heading.map { String($0.trimmed) }
        self.heading = names
        rows = records.enumerated().dropFirst().filter { !($0.element.count == 1 && $0.element[0].isEmpty) }
            .map {
                Line(number: $0.offset + 1, name: name, heading: names, cells: $0.element.map { String($0.trimmed) })
            }
    }

    /// Where columns of these names stand. Throws `field` naming those that are missing and those there are.
    package func columns(_ names: [String]) throws(RevenueError) -> [Int] {
        let missing = names.filter { !heading.contains($0) }
        guard missing.isEmpty else {
            throw RevenueError(
                .field,
                "\(name) has no column \(missing.map { "`\($0)`" }.joined(separator: ", ")); it has "
                    + heading.map { "`\($0)`" }.joined(separator: ", ")
            )
        }
        return names.compactMap { heading.firstIndex(of: $0) }
    }

    /// Where a column stands, if it is there.
    package func column(_ name: String) -> Int? { heading.firstIndex(of: name) }

    private static func separator(of text: [Unicode.Scalar]) -> Unicode.Scalar {
        let heading = text.prefix { $0 != "\n" && $0 != "\r" }
        let found: [Unicode.Scalar] = [",", ";", "\t"]
        return found.max { one, two in heading.count { $0 == one } < heading.count { $0 == two } } ?? ","
    }

    private static func records(
        _ text: [Unicode.Scalar],
        separator: Unicode.Scalar,
        name: String
    ) throws(RevenueError) -> [[String]] {
        var records: [[String]] = []
        var cells: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var index = 0
        func end() {
            cells.append(String(cell))
            cell = String.UnicodeScalarView()
        }
        while index < text.count {
            let scalar = text[index]
            index += 1
            if isQuoted {
                if scalar != "\"" {
                    cell.append(scalar)
                } else if index < text.count, text[index] == "\"" {
                    cell.append(scalar)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"", cell.isEmpty {
                isQuoted = true
            } else if scalar == separator {
                end()
            } else if scalar == "\n" || scalar == "\r" {
                if scalar == "\r", index < text.count, text[index] == "\n" { index += 1 }
                end()
                records.append(cells)
                cells = []
            } else {
                cell.append(scalar)
            }
        }
        guard !isQuoted else { throw RevenueError(.syntax, "\(name) ends inside quotes") }
        if !cell.isEmpty || !cells.isEmpty {
            end()
            records.append(cells)
        }
        return records
    }
}

extension String {
    fileprivate var trimmed: Substring {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
