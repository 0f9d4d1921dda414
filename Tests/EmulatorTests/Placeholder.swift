// Tests of Emulator.
