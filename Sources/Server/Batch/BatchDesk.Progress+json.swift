package import Documents
import Ledger

extension BatchDesk.Progress {
    package var json: JSON {
        [
            "id": .string(id), "state": .string(state.rawValue), "pictures": .integer(Int64(pictures)),
            "decided": .integer(Int64(decided)), "online": .integer(Int64(online)), "remark": .string(remark),
        ]
    }

    /// What `json` wrote; nil for anything else.
    package init?(json node: DocumentNode) {
        guard let id = node["id"]?.string, let word = node["state"]?.string,
            let state = BatchRecord.State(rawValue: word), let pictures = node["pictures"]?.integer,
            let decided = node["decided"]?.integer, let online = node["online"]?.integer
        else { return nil }
        self.init(
            id: id,
            state: state,
            pictures: Int(pictures),
            decided: Int(decided),
            online: Int(online),
            remark: node["remark"]?.string ?? ""
        )
    }
}
