// Tests of Platform.
