import Workbench

extension Stop {
    /// What `body` gives; what it could not look at ends the command as failed.
    static func failing<Value>(_ body: () throws(WorkbenchError) -> Value) throws(Stop) -> Value {
        do throws(WorkbenchError) {
            return try body()
        } catch {
            throw .failed(error.message)
        }
    }
}
