/// <reference types="@fastly/js-compute" />
// Every request in an instance of its own, which is how Fastly runs a service unless it asks for
// something else.
import "./watch-import.ts";
import { answer } from "./service.ts";

addEventListener("fetch", (event) => event.respondWith(answer(event)));
