// Speaks socket.io's frames itself: the stock client also plays the game, and would fill its core first.
import WebSocket from 'ws';
import { nthMove } from './cells.mjs';
import { run } from './load.mjs';

const PATH = '/socket.io/?EIO=4&transport=websocket';

function connect(port, table, place, onMoves) {
  return new Promise((joined, failed) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${PATH}`);
    let stateId = 0;
    socket.on('error', failed);
    socket.on('close', () => failed(new Error('a connection was lost')));
    socket.on('message', (data) => {
      const text = data.toString('latin1');
      if (text === '2') socket.send('3'); // ping
      else if (text[0] === '0') socket.send('40/cells,');
      else if (text.startsWith('40/cells,')) socket.send(`42/cells,["sync","${table}","${place}",null,2]`);
      else if (text.startsWith('42/cells,["sync"')) joined({ send });
      else if (text.startsWith('42/cells,["update"')) {
        stateId = number(text, '"_stateID":');
        onMoves(number(text, '"moves":'));
      } else if (text.startsWith('42')) failed(new Error(text));
    });
    const send = (n) => {
      const payload = `{"type":"play","args":[${nthMove(n)}],"playerID":"${place}"}`;
      socket.send(
        `42/cells,["update",{"type":"MAKE_MOVE","payload":${payload}},${stateId},"${table}","${place}"]`,
      );
    };
  });
}

function number(text, name) {
  const at = text.indexOf(name) + name.length;
  let end = at;
  while (text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end += 1;
  return Number(text.slice(at, end));
}

await run(async (port, n, onMoves) => {
  const players = [];
  for (const place of [0, 1]) players.push(await connect(port, `t${n}`, place, (moves) => onMoves(place, moves)));
  return players;
});
