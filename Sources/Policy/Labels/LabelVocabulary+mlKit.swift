extension LabelVocabulary {
    /// The labels of ML Kit's base model (`image-labeling` 17) in the order of their indexes; empty where the model has
    /// no calibration curve and never answers.
    static let mlKitLabels: [String] =
        """
        Team|Bonfire|Comics|Himalayan|Iceberg|Bento||Sink|Toy|Statue|Cheeseburger|Tractor|Sled|Aquarium|Circus||\
        Sitting|Beard|Bridge|Tights|Bird|Rafting|Park||Factory|Graduation|Porcelain|Twig|Petal|Cushion|\
        Sunglasses|Infrastructure|Ferris wheel|Pomacentridae|Wetsuit|Shetland sheepdog|Brig|Watercolor paint|\
        Competition|Cliff|Badminton|Safari|Bicycle|Stadium||Boat|Smile|Surfboard|Fast food|Sunset|Hot dog|Shorts|\
        Bus|Bullfighting|Sky|Gerbil|Rock|Interaction|Dress|Toe||Bear|Eating|Tower|Brick|Junk|Person|Windsurfing|\
        Swimwear|Roller|Camping|Playground|Bathroom|Laugh|Balloon|Concert|Prom|Construction|Product|Reef|Picnic|\
        Wreath|Wheelbarrow|Boxer|Necklace|Bracelet|Casino|Windshield|Stairs|Computer|Cookware and bakeware|\
        Monochrome|Chair|Poster|Bar|Shipwreck|Pier|Community|Caving|Cave|Tie|Cabinetry|Underwater|Clown|\
        Nightclub|Cycling|Comet|Mortarboard|Track|Christmas|Church|Clock|Dude|Cattle|Jungle|Desk|Curling|Cuisine|\
        Cat|Juice|Couscous|Screenshot|Crew|Skyline||Stuffed toy|Cookie|Tile|Hanukkah|Crochet|Skateboarder|\
        Clipper|Nail|Cola|Cutlery|Menu|Sari|Plush|Pocket|Neon|Icicle|Pasteles|Chain|Dance|Dune|Santa claus|\
        Thanksgiving|Tuxedo|Mouth|Desert|Dinosaur|Mufti|Fire|Bedroom|Goggles|Dragon|Couch|Sledding|Cap|\
        Whiteboard|Hat|Gelato|Cavalier|Beanie|Jersey|Scarf|Vacation|Pitch|Blackboard|Deejay|Monument|Bumper|\
        Longboard|Waterfowl|Flesh|Net|Icing|Dalmatian|Speedboat|Trunk|Coffee|Soccer|Ragdoll|Food|Standing|\
        Fiction|Fruit|Pho|Sparkler|Presentation|Swing|Cairn terrier|Forest|Flag|Frigate|Foot|Jacket||Pillow|\
        Bathing|Glacier|Gymnastics|Ear|Flora|Shell|Grandparent|Ruins|Eyelash|Bunk bed|Balance|Backpacking|Horse|\
        Glitter|Saucer|Hair|Miniature|Crowd|Curtain|Icon|Pixie-bob|Herd|Insect|Ice|Bangle|Flap|Jewellery|\
        Knitting|Centrepiece|Outerwear|Love|Muscle|Motorcycle|Money|Mosque|Tableware|Ballroom|Kayak|Leisure|\
        Receipt|Lake|Lighthouse|Bridle|Leather|Horn|Strap|Lego|Scuba diving|Leggings|Pool|Musical instrument|\
        Musical|Metal|Moon|Blazer|Marriage|Mobile phone|Militia|Tablecloth|Party|Nebula|News|Newspaper|Piano|\
        Plant|Passport|Penguin|Shikoku|Palace|Doily|Polo|Paper|Pop music|Skiff|Pizza|Pet|Quilting|Cage|\
        Skateboard|Surfing|Rugby|Lipstick|River|Race|Rowing|Road|Running|Room|Roof|Star|Sports|Shoe|Tubing|Space|\
        Sleep|Skin|Swimming|School|Sushi|Loveseat|Superman|Cool|Skiing|Submarine|Song|Class|Skyscraper|Volcano|\
        Television|Rein|Tattoo|Train|Handrail|Cup|Vehicle|Handbag|Lampshade|Event|Wine|Wing|Wheel|Wakeboarding|\
        Web page||Ranch|Fishing|Heart|Cotton|Cappuccino|Bread|Sand|Museum|Helicopter|Mountain|Duck|Soil|Turtle|\
        Crocodile|Musician|Sneakers|Wool|Ring|Singer|Carnival|Snowboarding|Waterskiing|Wall|Rocket|Countertop|\
        Beach|Rainbow|Branch|Moustache|Garden|Gown|Field|Dog|Superhero|Flower|Placemat|Subwoofer|Cathedral|\
        Building|Airplane|Fur|Bull|Bench|Temple|Butterfly|Model|Marathon|Needlework|Kitchen|Castle|Aurora|Larva|\
        Racing||Airliner|Dam|Textile|Groom|Fun|Steaming|Vegetable|Unicycle|Jeans|Flowerpot|Drawer|Cake|Armrest|\
        Aviation||Fog|Fireworks|Farm|Seal|Shelf|Bangs|Lightning|Van|Sphynx|Tire|Denim|Prairie|Snorkeling|\
        Umbrella|Asphalt|Sailboat|Basset hound|Pattern|Supper|Veil|Waterfall|Lunch|Odometer|Baby|Glasses|Car|\
        Aircraft|Hand|Rodeo|Canyon|Meal|Softball|Alcohol|Bride|Swamp|Pie|Bag|Joker|Supervillain|Army|Canoe|\
        Selfie|Rickshaw|Barn|Archery|Aerospace engineering||Storm|Helmet
        """
        .split(separator: "|", omittingEmptySubsequences: false).map { LabelMap.folded(String($0)) }

    static let mlKitNames = Set(mlKitLabels.filter { !$0.isEmpty })
}
