// Tests of Gate.
