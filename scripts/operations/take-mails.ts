import { createServer } from 'node:net'

/** The mail server of the machine: takes every mail and keeps none. */
createServer((socket) => {
  let isData = false
  socket.write('220 firmas.example\r\n')
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    const text = bytes.toString()
    if (isData && !text.endsWith('\r\n.\r\n')) return
    isData = !isData && /^DATA/im.test(text)
    socket.write(isData ? '354 go\r\n' : '250 ok\r\n')
    if (/^QUIT/im.test(text)) socket.end()
  })
}).listen(25, '127.0.0.1')
