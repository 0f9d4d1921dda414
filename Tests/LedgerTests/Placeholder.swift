// Tests of Ledger.
