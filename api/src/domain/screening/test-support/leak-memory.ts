const leaked: number[][] = []
for (;;) leaked.push(Array.from({ length: 1_000_000 }, Math.random))
