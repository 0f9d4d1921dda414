// Tests of Policy.
