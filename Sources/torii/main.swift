print("torii")
