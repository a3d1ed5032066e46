// The load that benchmarks/hall/load.py makes, for the peers: each player answers the other's move at once.
import { readFileSync } from 'node:fs';

const LOOK_MS = 5;
const PATIENCE_MS = 10_000;
const later = (ms) => new Promise((done) => setTimeout(done, ms));

// connect(port, table, onMoves) gives two players with `send(n)`; `onMoves(place, moves)` says how many moves
// the server has made, each time that it says so.
export async function run(connect) {
  const { port, tables, warm_up: warmUp, seconds } = JSON.parse(readFileSync(0, 'utf8'));
  let waits = [];
  const open = [];
  for (let n = 0; n < tables; n += 1) {
    const table = { players: [], sent: 0, sentAt: [0, 0], waitsFor: [0, 0] };
    const move = () => {
      const place = table.sent % 2;
      table.waitsFor[place] = table.sent + 1;
      table.sentAt[place] = performance.now();
      table.players[place].send(table.sent);
      table.sent += 1;
    };
    table.move = move;
    table.players = await connect(port, n, (place, moves) => {
      if (moves === table.waitsFor[place]) waits.push(performance.now() - table.sentAt[place]);
      else if (moves === table.sent && moves % 2 === place) move();
    });
    open.push(table);
  }
  for (const table of open) table.move();
  await until(() => waits.length >= warmUp, () => waits.length);
  console.log('begin');
  waits = [];
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await until(() => performance.now() - started >= 1000 * seconds, () => waits.length);
  const [took, used] = [(performance.now() - started) / 1000, process.cpuUsage(cpu)];
  console.log('end');
  const sorted = Float64Array.from(waits).sort();
  const quantile = (share) => sorted[Math.floor(sorted.length * share)];
  console.log(
    JSON.stringify({
      moves: sorted.length,
      seconds: took,
      p50_ms: quantile(0.5),
      p99_ms: quantile(0.99),
      client_core: (used.user + used.system) / 1e6 / took,
    }),
  );
  process.exit(0);
}

async function until(done, progress) {
  let [count, since] = [progress(), performance.now()];
  while (!done()) {
    await later(LOOK_MS);
    if (progress() !== count) [count, since] = [progress(), performance.now()];
    else if (performance.now() - since > PATIENCE_MS) throw new Error('no acknowledgement for 10 s');
  }
}
