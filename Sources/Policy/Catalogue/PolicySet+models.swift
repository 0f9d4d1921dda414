package import Economics

extension PolicySet {
    /// The model that answers when `model` is asked for at `moment`: itself, or once it is retired its family's fallback,
    /// and so on. A retired model without a fallback is answered as it is: validation refuses it.
    package func servingModel(for model: String, at moment: Timestamp) -> String {
        var current = model
        // A circle of retired families ends after one round.
        for _ in 0...models.count {
            guard let family = capabilities(of: current), let retires = family.retires, retires <= moment,
                let fallback = family.fallback
            else { return current }
            current = fallback
        }
        return current
    }
}
