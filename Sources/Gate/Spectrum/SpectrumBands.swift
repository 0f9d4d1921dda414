/// The fall of a spectrum from coarse to fine, over all directions and in the ones that fall most and least. Logarithms of
/// energies against the coarsest ring's; the noise's share, taken as the least energy near the Nyquist frequency, is off.
struct SpectrumBands: Sendable {
    /// Rings of an octave each from 1/32 cycle a pixel: against the first ring, all directions together.
    let low: Double
    let middle: Double
    let high: Double
    /// Beyond 0.35, what noise lives on: not corrected.
    let top: Double
    /// 0.125...0.35 against 1/32...1/8, by 45 degrees: the direction with least, with most, and the one across the first.
    let fineLeast: Double
    let fineMost: Double
    let fineAcross: Double
    /// The direction with least in 1/16...1/8 against 1/32...1/16.
    let middleLeast: Double

    init(_ cells: SpectrumCells) {
        let rings = [(0.03, 0.0625), (0.0625, 0.125), (0.125, 0.25), (0.25, 0.5)].map {
            cells.sectors(from: $0.0, to: $0.1)
        }
        let outermost = cells.sectors(from: 0.4, to: 0.5)
        let floor = outermost.filter { $0 > 0 }.min() ?? 0
        func mean(_ sectors: [Double]) -> Double {
            let known = sectors.filter { $0 > 0 }
            return known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
        }
        let base = mean(rings[0])
        func fall(_ energy: Double, _ base: Double) -> Double {
            Elementary.ln((max(energy - floor, 0) + 1e-9) / (base + 1e-9) + 1e-5)
        }
        low = fall(mean(rings[1]), base)
        middle = fall(mean(rings[2]), base)
        high = fall(mean(rings[3]), base)
        top = Elementary.ln((mean(outermost) + 1e-9) / (base + 1e-9) + 1e-6)

        /// Falls by direction: three neighbouring sectors each.
        func falls(_ fine: [Double], _ coarse: [Double]) -> [Double] {
            (0..<12).map { sector in
                let near = [(sector + 11) % 12, sector, (sector + 1) % 12]
                return fall(mean(near.map { fine[$0] }), mean(near.map { coarse[$0] }))
            }
        }
        let fine = falls(
            cells.sectors(from: 0.125, to: 0.35),
            zip(rings[0], rings[1]).map { $0 + $1 }
        )
        let least = fine.indices.min { fine[$0] < fine[$1] } ?? 0
        fineLeast = fine[least]
        fineMost = fine.max() ?? 0
        fineAcross = fine[(least + 6) % 12]
        middleLeast = falls(rings[1], rings[0]).min() ?? 0
    }
}
