import OwnPictures
import Platform

extension OwnPictures.Condition {
    /// Why the registry cannot be used; nil while it can, or where there is none.
    var damage: String? {
        guard case .damaged(let cause) = self else { return nil }
        return cause
    }
}

extension Log {
    /// What became of the registry of own pictures: a server runs on without it, and says so.
    func note(_ condition: OwnPictures.Condition) {
        switch condition {
        case .absent: info("no pictures registered by look")
        case .open(let pictures): info("pictures registered by look", [("pictures", .integer(Int64(pictures)))])
        case .damaged(let cause):
            error("pictures registered by look not read: uploads are not compared with them", [("cause", .text(cause))])
        }
    }
}
