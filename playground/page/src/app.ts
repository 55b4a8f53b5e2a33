// The entry of the page.

import { Page } from "./page";

void new Page().start();
