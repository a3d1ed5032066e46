"""Who wins contested moments when players' latencies differ."""
