import fc from "fast-check";

// What lands is judged on the same generated values every time; everybody else's run tries new ones.
if (process.env["CI"] === "true") fc.configureGlobal({ seed: 20_261_130 });
