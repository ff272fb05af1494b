import { deliveryReason } from './delivery-reason.ts'

test.each([
  ['the address is not a single mailbox', 'La dirección de correo no es válida.'],
  [
    "Error: Can't send mail - all recipients were rejected: 550 5.1.1 <ana@mx7.intern.example> User unknown",
    'La dirección no existe o no recibe mensajes (550).',
  ],
  ['Message failed: 554 5.1.8 Bad sender', 'La dirección no existe o no recibe mensajes (554).'],
  ["Can't send mail - all recipients were rejected: 552 5.2.2 Quota", 'El buzón está lleno (552).'],
  ['452-4.2.2 The recipient is out of storage', 'El buzón está lleno (452).'],
  ['Message failed: 554 5.7.1 Spam', 'El servidor de correo lo rechazó (554).'],
  ['421 Too busy', 'El servidor de correo pidió esperar (421).'],
  ['Invalid login: 535 5.7.8 Bad credentials', 'El servidor de correo no nos dejó entrar.'],
  ['connect ECONNREFUSED 127.0.0.1:4500', 'No hubo conexión con el servidor de correo.'],
  ['Connection timeout', 'No hubo conexión con el servidor de correo.'],
  ['Greeting never received', 'No hubo conexión con el servidor de correo.'],
  ['Connection closed unexpectedly', 'No hubo conexión con el servidor de correo.'],
  ['getaddrinfo ENOTFOUND mx550.example', 'No hubo conexión con el servidor de correo.'],
  ['something else', 'El servidor de correo no aceptó el mensaje.'],
])('the owner’s reason for the mail error: %s', (lastError, reason) => {
  expect(deliveryReason(lastError)).toBe(reason)
})
