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

    /// The models that may answer when `model` is asked for at `moment`, the one wanted first: the model that serves it,
    /// then what stands in while that one cannot be called, its family's fallback and so on. Stand-ins have a price.
    package func servingModels(for model: String, tier: String, at moment: Timestamp) -> [String] {
        var models = [servingModel(for: model, at: moment)]
        while let last = models.last, let fallback = capabilities(of: last)?.fallback {
            let next = servingModel(for: fallback, at: moment)
            // Without a price it is not asked.
            let isPriced = (try? prices.price(model: next, tier: tier, at: moment)) != nil
            guard isPriced, !models.contains(next) else { break }
            models.append(next)
        }
        return models
    }
}
