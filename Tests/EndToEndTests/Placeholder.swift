// End to end
