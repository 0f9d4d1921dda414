// What OpenSSL has as macros, and its conventions (error queues of threads, reference counts) put into one call each.
#pragma once
#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

extern void *memmem(const void *, size_t, const void *, size_t);
extern time_t timegm(struct tm *);

// HTTP/1.1 is all we speak: a client that offers other protocols alone is turned away with the alert for it (RFC 7301).
static inline int torii_tls_choose(SSL *session, const unsigned char **out, unsigned char *length,
    const unsigned char *in, unsigned int count, void *unused) {
    static const unsigned char ours[] = "\x08http/1.1";
    (void)session;
    (void)unused;
    int found = SSL_select_next_proto((unsigned char **)out, length, ours, sizeof ours - 1, in, count);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// A server has nobody to ask: without this OpenSSL would ask the terminal.
static inline int torii_tls_no_passphrase(char *text, int count, int writing, void *unused) {
    (void)text;
    (void)count;
    (void)writing;
    (void)unused;
    return -1;
}

/// TLS 1.2 with forward secrecy and authenticated encryption, and TLS 1.3. 1 when it is so.
static inline int torii_tls_prepare(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
        | SSL_MODE_RELEASE_BUFFERS | SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE
        | SSL_OP_IGNORE_UNEXPECTED_EOF);
    // Tickets resume sessions; a cache of our own would only grow.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(context, torii_tls_choose, 0);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1
        && SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1;
}

/// Whether a PEM file has a beginning of what it should hold.
static inline int torii_tls_begins(const void *bytes, int count, const char *label) {
    return memmem(bytes, count, label, strlen(label)) != 0;
}

/// The certificate, then those that vouch for it. 1, 0 without a certificate, -1 where OpenSSL does not take one, -2 where
/// one cannot be read.
static inline int torii_tls_take_chain(SSL_CTX *context, const void *bytes, int count) {
    ERR_clear_error();
    BIO *memory = BIO_new_mem_buf(bytes, count);
    if (!memory) return -1;
    X509 *own = PEM_read_bio_X509_AUX(memory, 0, torii_tls_no_passphrase, 0);
    int result = own ? (SSL_CTX_use_certificate(context, own) == 1 ? 1 : -1)
        : torii_tls_begins(bytes, count, "-----BEGIN CERTIFICATE") ? -2 : 0;
    X509_free(own);
    while (result == 1) {
        X509 *next = PEM_read_bio_X509(memory, 0, torii_tls_no_passphrase, 0);
        if (!next) {
            unsigned long error = ERR_peek_last_error();
            if (ERR_GET_LIB(error) != ERR_LIB_PEM || ERR_GET_REASON(error) != PEM_R_NO_START_LINE) result = -2;
            else ERR_clear_error();
            break;
        }
        if (SSL_CTX_add0_chain_cert(context, next) != 1) {
            X509_free(next);
            result = -1;
        }
    }
    BIO_free(memory);
    return result;
}

/// 1, 0 without a key, -1 where a passphrase is on it, -2 where it is not the certificate's, -3 where it cannot be read.
static inline int torii_tls_take_key(SSL_CTX *context, const void *bytes, int count) {
    ERR_clear_error();
    BIO *memory = BIO_new_mem_buf(bytes, count);
    if (!memory) return 0;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(memory, 0, torii_tls_no_passphrase, 0);
    BIO_free(memory);
    if (!key) {
        int is_locked = torii_tls_begins(bytes, count, "BEGIN ENCRYPTED")
            || torii_tls_begins(bytes, count, "4,ENCRYPTED");
        return is_locked ? -1 : torii_tls_begins(bytes, count, "PRIVATE KEY-----") ? -3 : 0;
    }
    // Also asks whether it belongs to the certificate that is there.
    int result = SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1 ? 1 : -2;
    EVP_PKEY_free(key);
    return result;
}

/// The last second of the certificate, since 1970; 0 where it cannot be told.
static inline int64_t torii_tls_end_of(SSL_CTX *context) {
    struct tm time;
    X509 *own = SSL_CTX_get0_certificate(context);
    memset(&time, 0, sizeof time);
    if (!own || ASN1_TIME_to_tm(X509_get0_notAfter(own), &time) != 1) return 0;
    return (int64_t)timegm(&time);
}

// Bytes, 0 at the end, or a negative errno: EAGAIN until the socket is ready, in whichever direction; EPROTONOSUPPORT for a
// request in plain text. Errors of one session must not be found by the next.
static inline long torii_tls_result(SSL *session, int result) {
    if (result > 0) return result;
    int system = errno;
    int error = SSL_get_error(session, result);
    unsigned long cause = ERR_peek_error();
    ERR_clear_error();
    switch (error) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return -EAGAIN;
    case SSL_ERROR_ZERO_RETURN: return 0;
    case SSL_ERROR_SYSCALL: return system ? -(long)system : -(long)ECONNRESET;
    default:
        return ERR_GET_LIB(cause) == ERR_LIB_SSL && ERR_GET_REASON(cause) == SSL_R_HTTP_REQUEST
            ? -(long)EPROTONOSUPPORT : -(long)EPROTO;
    }
}

static inline long torii_tls_receive(SSL *session, void *bytes, size_t count) {
    errno = 0;
    return torii_tls_result(session, SSL_read(session, bytes, count > 1 << 30 ? 1 << 30 : (int)count));
}

static inline long torii_tls_send(SSL *session, const void *bytes, size_t count) {
    errno = 0;
    long sent = torii_tls_result(session, SSL_write(session, bytes, count > 1 << 30 ? 1 << 30 : (int)count));
    // A peer that had ended its side and then reset the connection reads as an end here too: nothing was sent, nor will be.
    return sent ? sent : -(long)EPIPE;
}

/// Says that nothing more comes; whether the other side says so too is its affair.
static inline void torii_tls_end(SSL *session) {
    if (SSL_is_init_finished(session) && !(SSL_get_shutdown(session) & SSL_SENT_SHUTDOWN)) SSL_shutdown(session);
    ERR_clear_error();
}

/// The first of the thread's errors, in OpenSSL's words; empties the queue.
static inline void torii_tls_why(char *text, size_t count) {
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    strncpy(text, reason ? reason : "no reason given", count - 1);
    text[count - 1] = 0;
    ERR_clear_error();
}
