// Swift imports no variadic functions: one typed function for each kind of option, and macros as constants.
#pragma once
#include <curl/curl.h>

static const long torii_global_all = CURL_GLOBAL_ALL;

static inline CURLcode torii_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode torii_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode torii_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode torii_set_bytes(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode torii_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode torii_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*torii_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode torii_set_receiver(CURL *easy, CURLoption option, torii_receiver receiver) {
    return curl_easy_setopt(easy, option, receiver);
}

typedef int (*torii_before_request)(
    void *context, char *primary_ip, char *local_ip, int primary_port, int local_port);

static inline CURLcode torii_set_before_request(CURL *easy, torii_before_request callback) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

static inline long torii_response_code(CURL *easy) {
    long code = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &code);
    return code;
}

static inline CURLMcode torii_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// The next finished transfer and its result; NULL when there is none.
static inline CURL *torii_next_done(CURLM *multi, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
