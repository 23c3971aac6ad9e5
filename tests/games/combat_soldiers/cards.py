"""Ids of cards that many tests play."""

SHERMAN = "m4a3-sherman-panzer-iv-h"
PANTHER = "m4a3-sherman-76-panther-g"
STUART = "m5a1-stuart-sdkfz-234"
STUG = "m10-stug-iii-g"
TIGER = "m18-tiger-ii"

AIRBORNE = "airborne-amphibious-1"
COUNTERATTACK = "counterattack-intelligence-1"
MAJOR_OFFENSIVE = "major-offensive-1"
MEDIC_BARRAGE = "medic-barrage-1"
PARTISAN = "partisan"
RECON = "recon-sappers-1"
