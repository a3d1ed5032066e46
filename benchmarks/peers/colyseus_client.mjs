// The SDK joins; then patches are counted and moves are sent as bytes: the whole SDK would fill this core first.
delete globalThis.WebSocket; // the SDK then uses the package `ws`
const { Client } = await import('@colyseus/sdk');
const { nthMove } = await import('./cells.mjs');
const { run } = await import('./load.mjs');

const ROOM_DATA = 13;
const ROOM_STATE_PATCH = 15;

async function watched(room, onMoves) {
  await new Promise((synced) => room.onStateChange.once(synced));
  const socket = room.connection.transport.ws;
  let moves = 0;
  socket.onmessage = ({ data }) => {
    if (new Uint8Array(data)[0] === ROOM_STATE_PATCH) onMoves((moves += 1));
  };
  socket.onclose = () => {
    throw new Error('a connection was lost');
  };
  // the code, the type "m", and an array of three small integers, as room.send('m', [a, b, c]) writes them
  return { send: (n) => socket.send(Uint8Array.of(ROOM_DATA, 0xa1, 0x6d, 0x93, ...nthMove(n))) };
}

await run(async (port, _, onMoves) => {
  const client = new Client(`ws://127.0.0.1:${port}`);
  const host = await client.create('cells');
  const players = [await watched(host, (moves) => onMoves(0, moves))];
  const friend = await client.joinById(host.roomId);
  players.push(await watched(friend, (moves) => onMoves(1, moves)));
  return players;
});
