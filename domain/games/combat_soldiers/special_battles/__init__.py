"""7.3, 14 Sieges, air power, barrages, snipers, Recon and the other cards of the attack phase."""
