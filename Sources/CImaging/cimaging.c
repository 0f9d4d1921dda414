#include "cimaging.h"
