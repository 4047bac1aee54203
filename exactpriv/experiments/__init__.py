"""Section V on real data: the energy, load-monitoring and taxi experiments.

Reference: [farokhi2019noiseless], Sec. V.
"""
