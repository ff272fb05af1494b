// Shared modules need an asynchronous entry.
import('./portal.js')
