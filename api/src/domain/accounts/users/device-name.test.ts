import { deviceName } from './device-name.ts'

const MOZILLA = 'Mozilla/5.0'

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`, 'Chrome en Windows'],
  [`${MOZILLA} (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge en Windows'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19 Safari/605.1.15`, 'Safari en Mac'],
  [`${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 CriOS/140 Safari/604`, 'Chrome en iPhone'],
  [`${MOZILLA} (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36`, 'Chrome en Android'],
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox en Linux'],
  ['curl/8.5.0', 'Dispositivo desconocido'],
  [null, 'Dispositivo desconocido'],
])('the device name of the user agent %s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
