// Tests of Imaging.
