package import Policy

extension PolicySet {
    /// What to ask when `model` no longer exists: its family's fallback, that one's fallback, and so on. Ends before a
    /// model that was already named and before one whose family nobody described.
    package func fallbacks(of model: String) -> [String] {
        var chain: [String] = []
        var current = model
        while let next = capabilities(of: current)?.fallback, next != model, !chain.contains(next),
            capabilities(of: next) != nil
        {
            chain.append(next)
            current = next
        }
        return chain
    }
}
