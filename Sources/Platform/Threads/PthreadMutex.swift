import Glibc

/// A POSIX mutex and the condition that belongs to it: for threads that wait, which `Synchronization.Mutex` cannot.
@safe
final class PthreadMutex: @unchecked Sendable {
    // SAFETY: both are allocated here, never moved, and used only through the pthread calls that make them safe to share.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        let made = unsafe pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(condition, nil) == 0
        precondition(made, "no memory for a lock")
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    func lock() {
        let result = unsafe pthread_mutex_lock(mutex)
        precondition(result == 0, "a broken lock")
    }

    func unlock() {
        let result = unsafe pthread_mutex_unlock(mutex)
        precondition(result == 0, "a lock released by a thread that does not hold it")
    }

    /// Waits for a signal; the lock is held on entry and on return. Wakes without reason too.
    func wait() { unsafe _ = pthread_cond_wait(condition, mutex) }

    func wakeOne() { unsafe _ = pthread_cond_signal(condition) }

    func wakeAll() { unsafe _ = pthread_cond_broadcast(condition) }
}
