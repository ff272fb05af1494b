export const TEST_START = Date.UTC(2026, 0, 31, 18)
export const TEST_URL = 'https://trazo.example'
