/** The router, as far as the site uses it. A shared module loses tree-shaking: what is not named here is not shipped. */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { type Blocker, useBlocker } from './use-blocker.ts'
