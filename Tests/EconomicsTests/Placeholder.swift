// Tests of Economics.
